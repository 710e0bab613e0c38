### What the JavaScript module says of calls that cannot be answered.

module-arguments = invalid arguments: { $text }
module-no-pod = no pod is named { $pod }
module-has-node = pod { $pod } is already on { $node }: remove spec.nodeName to have it scheduled
module-not-a-pod = pod is not a pod: it needs metadata.name
module-not-json-title = { $name } is no value of JSON
module-not-json = give a number, text, true, false, null, a list or an object, or leave the field out
module-cyclic-title = this object contains itself: it is the one at { $outer }
module-cyclic = give objects as JSON.parse makes them
module-threw-title = { $has-error ->
        [true] reading this threw an error: { $error }
       *[false] reading this threw an error
    }
module-threw = give objects as JSON.parse makes them
module-duplicate-title = { $object } stands at { $first } already
module-duplicate = leave one of them out, or give it another name
no-such-word = `{ $word }` is none of { $names }
did-you-mean = did you mean { $name }?
unknown-key = unknown key `{ $key }`
known-keys = known are { $names }
