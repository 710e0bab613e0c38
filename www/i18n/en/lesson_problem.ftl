### What is wrong with a lesson as it is written.

lesson-problem-no-head = a lesson must begin with its title, goal, …, between two `---` lines
lesson-problem-no-head-remedy = write `---` on the first line and again after the fields
lesson-problem-scenario = in the scenario, line { $line }: { $what }
lesson-problem-no-scenario = no scenario is named { $name }
lesson-problem-no-scenario-remedy = use the name in its link, such as ladder
lesson-problem-no-release = no release is named { $name }
lesson-problem-no-release-remedy = write v1.16, v1.20, v1.34 or v1.36
lesson-problem-markup-html = HTML is not allowed in a lesson
lesson-problem-markup-html-remedy = write Markdown
lesson-problem-markup-picture = pictures are not allowed in a lesson
lesson-problem-markup-picture-remedy = the stage is the picture
lesson-problem-markup-nested-list = nested lists are not allowed in a lesson
lesson-problem-markup-nested-list-remedy = make one list
lesson-problem-markup-quote = block quotes are not allowed in a lesson
lesson-problem-markup-quote-remedy = write a paragraph
lesson-problem-markup-rule = horizontal rules are not allowed in a lesson
lesson-problem-markup-rule-remedy = start another step
lesson-problem-markup-indented = indented code is not allowed in a lesson
lesson-problem-markup-indented-remedy = put it between two ``` lines
lesson-problem-markup-other = unsupported Markdown element
lesson-problem-markup-other-remedy = use paragraphs, lists, code, links, bold and italics
lesson-problem-link = a link must begin with https://: { $link-target }
lesson-problem-link-remedy = write the whole address, or leave the link out
lesson-problem-heading = a heading must be `## English` or, within a step, `### 中文`
lesson-problem-heading-remedy = use `##` for a step and bold for anything smaller
lesson-problem-before-steps = only a manifest, as ```yaml, may come before the first step
lesson-problem-before-steps-remedy = move the text below the first `##`
lesson-problem-no-steps = a lesson needs steps: `## A title`
lesson-problem-no-steps-remedy = add one: a `##` line and a text below it
lesson-problem-open-head = the fields that begin here are not closed
lesson-problem-open-head-remedy = add a line `---` below them
lesson-problem-open-fence = the block opened here is not closed
lesson-problem-open-fence-remedy = add a line with ``` at its end
lesson-problem-head =
    at the top { $fields } { $missing-count ->
        [one] is
       *[other] are
    } missing
lesson-problem-head-remedy = write it between the two `---` lines; a lesson needs title, goal and misconception
lesson-problem-missing-text = missing translation (en and zh are required)
lesson-problem-missing-text-remedy = write `### 中文` and a text below the English one
lesson-problem-missing-translation = not translated: { $fields }, while other parts are
lesson-problem-missing-translation-remedy = add it, or readers of the other language see both languages mixed
lesson-problem-no-step-text = the step has no title or no text
lesson-problem-no-step-text-remedy = write a sentence below its heading
lesson-problem-no-manifests = a lesson must name a scenario or include manifests as ```yaml
lesson-problem-no-manifests-remedy = write `scenario: first-pod` at the top, or a ```yaml block before the first step
lesson-problem-two-manifests = a lesson can name a scenario or include manifests, not both
lesson-problem-two-manifests-remedy = remove `scenario`, or the ```yaml block
lesson-problem-nothing-there = there is no { $name } at that moment
lesson-problem-nothing-there-remedy = choose a later `at`, or write a pod as namespace/name
lesson-problem-claim = this claim doesn’t hold in the run: { $claim }
lesson-problem-claim-remedy = compare it with the story of the run, or remove it
lesson-problem-claim-order = this claim holds in the run, but not after the claims before it: { $claim }
lesson-problem-claim-order-remedy = put claims in the order of the run
lesson-problem-no-question = the question has no text
lesson-problem-no-question-remedy = write `text: …` within `ask`
lesson-problem-question = the question is missing a translation
lesson-problem-question-remedy = write text and zh
lesson-problem-answer-before = the answer comes before the question
lesson-problem-answer-before-remedy = choose a later moment for `then`
lesson-problem-only-choices = only a question of kind `choice` has choices
lesson-problem-only-choices-remedy = remove `choices`, or `kind`
lesson-problem-no-attempt = no pod is scheduled after that moment
lesson-problem-no-attempt-remedy = choose an earlier `at`, such as {"{"}event: popped, pod: …{"}"}
lesson-problem-no-preemption = the pod doesn’t preempt any pod there
lesson-problem-no-preemption-remedy = ask about a pod that preempts, or use kind `node`
lesson-problem-no-fit-node = a question of kind `fits` needs `node:`
lesson-problem-no-fit-node-remedy = write within `ask` the node that is asked about, as in `node: large`
lesson-problem-not-looked-at = the attempt doesn’t check node { $node }
lesson-problem-not-looked-at-remedy = write the name of a node that the filters check
lesson-problem-right = { $right } of { $of } answers are right in the run
lesson-problem-right-remedy = exactly one answer must be right, of at least two
lesson-problem-no-verdict = answer { $number }, `{ $answer }`, needs either `happens` or `right`
lesson-problem-no-verdict-remedy = write one of them, not both
lesson-problem-no-text = answer { $number } has no { $fields }
lesson-problem-no-text-remedy = each answer needs `text`, and `why`, which says what it overlooks or why it is right
lesson-problem-empty-goal = the goal has no conditions
lesson-problem-empty-goal-remedy = write bound, on, evicted or gone
lesson-problem-no-change = a goal that isn’t reached yet needs at least one change
lesson-problem-no-change-remedy = write `changes: 1` or more, or leave it out
lesson-problem-no-pod = the run has no pod { $pod }
lesson-problem-no-pod-remedy = write it as namespace/name, as in the manifests
lesson-problem-no-node = at the end there is no node { $node }
lesson-problem-no-node-remedy = write the name of a node in the manifests
lesson-problem-goal-already-reached = the run already reaches the goal
lesson-problem-goal-already-reached-remedy = ask for something that only a change brings about
lesson-problem-line =
    line { $line }: { $has-step ->
        [true] step `{ $step }`:{" "}
       *[false] {""}
    }{ $what }{ $has-remedy ->
        [true] {" "}({ $remedy })
       *[false] {""}
    }
finding-remedy-near = did you mean { $near }?
finding = { $path }: { $what }
no-moment-of-one = {" "}of { $name }
no-moment-of-two = {" "}of { $pod } of { $node }
no-moment =
    the run has no such moment: { $event }{ $subject }{ $nth ->
        [0] {""}
        [one] {""}
       *[other] , number { $nth }
    }
no-moment-remedy = check the name and namespace, as in default/web; the console lists what happens
object-refused = the API server refuses this object, so the run doesn’t have it: { $message }
object-refused-remedy = correct the manifest, unless the lesson is about this
did-you-mean = did you mean { $name }?
unknown-field = a lesson has no field { $path }
unknown-field-remedy = the manual lists the fields; remove it, or correct its name
