import type { ReactNode } from 'react'
import { groupDigits } from '../../decode/amount.ts'
import type { TreeNode } from '../../decode/typed/tree.ts'
import { Address } from '../parts/Address.tsx'
import { EscapedText } from '../parts/EscapedText.tsx'

/** Shows typed data in the structure in which it is hashed. */
export function Tree({ nodes }: { readonly nodes: readonly TreeNode[] }): ReactNode {
  return (
    <ul className="tree">
      {nodes.map((node) => (
        <li key={node.name}>
          <b>{node.name}</b> <i>{node.type}</i>
          {node.children ? <Tree nodes={node.children} /> : <div>{formatValue(node)}</div>}
        </li>
      ))}
    </ul>
  )
}

function formatValue({ type, value = '' }: TreeNode): ReactNode {
  if (type === 'address') return <Address address={value} />
  if (/^u?int/.test(type)) return groupDigits(value)
  return <EscapedText text={value} />
}
