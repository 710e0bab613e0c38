### What stands on the stage: words beside what is drawn.

page = Edit
edit = Edit…
cordon = Cordon
uncordon = Uncordon
from-the-start = From the start
nothing-chosen = Click a node, pod or budget on the stage to change it, or add one.
node = Node
pod = Pod
search-to-add = Add… (type to search)
nothing-found = No matching template.
of-workload = This pod is managed by a workload. Edit its pod template.
not-in-text = This object isn’t in the manifest.
protect-all = Protect them all
cancel = Cancel
menu = Menu
show = Show
