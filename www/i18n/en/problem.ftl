### What is wrong with a text, or noticed in it.

message-heading = What this scheduler message says
