### The sheet that shares what is shown, and the page inside of another.

## Fixed words

title = Share
link = Link to this moment
by-name = It contains the name of the built-in scenario, the moment and the selection.
whole-text = It contains the whole manifest, including comments, and the moment. Nothing is stored on a server.
copy-link = Copy the link
copy = Copy
send = Send with…
no-room = This manifest is too long for a link. Send it as a file.
near-2000 = Close to the limit of 2,000 characters that apps such as Discord have for a message: there is little room for anything else.
above-2000 = Longer than 2,000 characters: Discord rejects such messages, and older Office programs cut links off at 2,083.
above-4000 = Longer than 4,000 characters: Slack and Telegram split such messages, which breaks the link. Send a file instead.
file = File
download = Download the manifests
markdown = Markdown
iframe = For your own page
own-lesson = Go back to the lesson’s run for its link, or send its file; dropping it on this page opens it.
download-lesson = Download the lesson
quiz = As a quiz
quiz-hint = The link opens the scenario just before the decision shown here, hides the outcome and asks for it. Answers stay on each device.
code = QR code
code-too-long = The link is too long for a QR code that a phone can read.
enlarge-code = Show it large
shrink-code = Close
open-in = Open in Schedscope
no-picture = The browser couldn’t draw the picture. Show the stage or the timeline, then try again.
no-names = No names were replaced.

## Sentences

characters = { $count ->
        [one] 1 character
       *[other] { $count } characters
    }
