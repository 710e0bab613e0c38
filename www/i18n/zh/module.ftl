### What the JavaScript module says of calls that cannot be answered.

module-arguments = 参数格式不正确：{ $text }
module-no-pod = 没有名为 { $pod } 的 Pod
module-has-node = Pod { $pod } 已在 { $node } 上：请去掉 spec.nodeName，才能对它进行调度
module-not-a-pod = pod 不是 Pod 对象：缺少 metadata.name
module-not-json-title = { $name } 不是 JSON 的值
module-not-json = 请使用数字、文本、true、false、null、列表或对象，或去掉该字段
module-cyclic-title = 该对象包含自身：它就是 { $outer } 处的对象
module-cyclic = 请使用 JSON.parse 所生成的那种对象
module-threw-title = { $has-error ->
        [true] 读取此处时抛出了错误：{ $error }
       *[false] 读取此处时抛出了错误
    }
module-threw = 请使用 JSON.parse 所生成的那种对象
module-duplicate-title = { $object } 已出现在 { $first }
module-duplicate = 请去掉其中一个，或改用其他名称
no-such-word = `{ $word }` 不是以下之一：{ $names }
did-you-mean = 是否想写 { $name }？
unknown-key = 未知的键 `{ $key }`
known-keys = 可用的键：{ $names }
