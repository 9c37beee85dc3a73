import type { Chain } from '@latchkey/protocol'
import { type ReactElement, useId } from 'react'
import { TokenIcon } from '../../parts/TokenIcon.tsx'

export declare namespace NetworkRow {
  interface Props {
    readonly chain: Chain
    /** Short mark beside the network's name, such as the wallet's present network. */
    readonly tag?: string | undefined
    readonly sub?: string | undefined
    readonly isCurrent?: boolean
    /**
     * Whether the wallet does not know the network: then the row is grey, and a press shows what
     * can be done.
     */
    readonly isLacking?: boolean
    /** Called when the row is pressed; without it the row is no button. */
    readonly onPress?: () => void
  }
}

/** One network, as a button with its name or as a plain row. */
export function NetworkRow(props: NetworkRow.Props): ReactElement {
  const { chain, tag, sub, isCurrent = false, isLacking = false, onPress } = props
  const id = useId()
  const icon = {
    id: `${chain.id}/network:0`,
    symbol: chain.name,
    ...(chain.iconUrl && { iconUrl: chain.iconUrl }),
  } as const
  const rowContent = (
    <>
      <TokenIcon asset={icon} />
      <span className="row-text" data-sub={sub !== undefined}>
        <span className="row-name">{chain.name}</span>
      </span>
    </>
  )
  return (
    <div className="item">
      {onPress ? (
        <button
          type="button"
          className="row"
          data-lacking={isLacking}
          aria-current={isCurrent ? 'true' : undefined}
          aria-describedby={tag || sub ? id : undefined}
          onClick={onPress}
        >
          {rowContent}
        </button>
      ) : (
        <div className="row">{rowContent}</div>
      )}
      <span id={id} className="beside">
        {sub && <span className="row-sub">{sub}</span>}
        {tag && <span className="tag">{tag}</span>}
      </span>
    </div>
  )
}
