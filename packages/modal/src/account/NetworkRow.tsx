import type { Chain } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import { TokenIcon } from './TokenIcon.tsx'

export declare namespace NetworkRow {
  interface Props {
    readonly chain: Chain
    /** Small word beside the name. */
    readonly tag?: string | undefined
    readonly sub?: string | undefined
    readonly isCurrent?: boolean
    /** Makes the row a button. */
    readonly onPress?: () => void
  }
}

/** One network, as a button named by it or as a plain row. */
export function NetworkRow({ chain, tag, sub, isCurrent = false, onPress }: NetworkRow.Props): ReactElement {
  const icon = {
    id: `${chain.id}/network:0`,
    symbol: chain.name,
    ...(chain.iconUrl && { iconUrl: chain.iconUrl }),
  } as const
  const content = (
    <>
      <TokenIcon asset={icon} />
      <span className="row-text">
        <span className="row-name">{chain.name}</span>
        {sub && <span className="row-sub">{sub}</span>}
      </span>
      {tag && <span className="tag">{tag}</span>}
    </>
  )
  if (!onPress) return <div className="row">{content}</div>
  return (
    <button
      type="button"
      className="row"
      aria-label={chain.name}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onPress}
    >
      {content}
    </button>
  )
}
