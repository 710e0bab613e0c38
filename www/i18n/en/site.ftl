### Texts of the static pages: manual, handbook and essay.

kubernetes-docs = Kubernetes documentation
chapters = Chapters
answers = Answers
without-script = Without JavaScript the figures stand still. Text and pictures are all here.
walk-step = step
previous-step = Previous step
next-step = Next step
open-playground = Open in the playground
reset = Reset
yes = ✓ Yes.
no = ✗ No.
# The accessible name of a number in the text that can be dragged.
drag = drag: { $label } ({ $title })
