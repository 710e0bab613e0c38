### What keeps people's work: what is remembered, what went wrong, and what can be done then.

## Fixed words

troubles = Messages
link-damaged = This link is damaged: part of it is missing or was changed. Copy the whole link again, or ask the sender for a new one. Your work is unchanged.
link-too-large = This link is longer than a link may be. Ask for the manifests as a file. Your work is unchanged.
link-later = This link was created by a newer version of this page. Reload the page, or ask for the manifests as a file. Your work is unchanged.
link-unknown = The end of this address isn’t a link to a scenario. Copy the whole link again. Your work is unchanged.
replaced = The link replaced your manifest. Your version has been saved.
bring-back = Restore my manifest
by-hand = The browser blocked copying. Copy it from here:
memory-blocked = This browser blocks storage, so nothing will be saved. Save your manifest as a file before you close the tab.
memory-full = The browser’s storage is full: your last change wasn’t saved. Save your manifest as a file, or delete drafts and scenarios that you no longer need.
save-file = Save as a file
cannot-start = The engine could not start. A browser setting or an extension may be blocking workers.
no-script = Couldn’t download the engine. Check the connection. If the page was updated, reload it.
cannot-compile = The browser couldn’t compile the engine. WebAssembly may be disabled, or the browser may be too old.
died = The engine crashed on this manifest and was restarted. Your manifest is safe.
crashed = Your last visit ended while the engine was running this manifest. Your manifest is safe.
silent = The engine didn’t stop in time and was restarted. What you see stays; run the manifest again to ask about it.
held = This manifest crashed the engine twice, so it won’t run automatically.
run-anyway = Run anyway
try-again = Try again
still-works = Until then, you can read:
new-build = A new version is available. Reload to update; nothing will be lost.
reload = Reload
part-comes = Loading…
part-failed = Couldn’t load this part of the page: the network is down, or a newer version of the page is available. Nothing is lost; try again, or reload the page.
editor-broke = The text editor can’t show this text. The manifest is unchanged and everything else works; try again, or open another file.
copy-report = Copy a report
broken = stopped
several-files = Several files
sketch = Reading the cluster
sketch-ready = Everything is read, and the run is being prepared. Nothing is scheduled yet.
still-reading = A file is still loading and will replace this. Wait for it, or cancel it.
drafts = Earlier drafts
save-all = Save all as a file
forget-all = Forget everything on this device
forget-sure = Delete all scenarios, drafts and bookmarks on this device?

## Sentences

unknown-scenario = No built-in scenario is named { $name }. Choose one under Scenarios. Your work is unchanged.
unknown-lesson = No lesson of this page is named { $name }. Choose one from the list. Your work is unchanged.
unknown-release = The link asks for release { $name }, which isn’t available. Showing { $shown } instead.
unknown-link-parts = This page doesn’t recognize part of the link: { $unknown-parts }. Everything else in it is shown.
moment-not-in-run = The link points to the moment { $name }, which doesn’t happen in this run. Showing the nearest moment before it.
lesson-not-fetched = Couldn’t download the lesson { $name }. Check the connection, then try again.
scenario-not-fetched = Couldn’t download the scenario { $name }. Check the connection, then try again.
lesson-not-opened = This lesson can’t be opened. { $text }
files-skipped = { $read-files ->
        [0] { $skipped-files ->
                [0] It contains no files.
               *[other] It contains no manifest (YAML or JSON with kind: …).
            }
       *[other] { $read-files } files read; { $skipped-files ->
                [one] 1 skipped, which isn’t a manifest
               *[other] { $skipped-files } skipped, which aren’t manifests
            }.
    }
files-loading = { $name }: { $share }% read, { $objects } objects
preview-counts =
    The first { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    } and { $pods ->
        [one] 1 pod
       *[other] { $pods } pods
    } in the file, in their current state. Nothing is scheduled until the whole file is loaded.
draft-title = { $first } ({ $bytes } bytes)
delete-draft = Delete the draft { $first }
