import type { WalletLink } from '@latchkey/core'
import type { ReactElement, ReactNode } from 'react'

export declare namespace LinkOrButton {
  interface Props {
    /**
     * The link that a press opens, or `wait` while the link is not known yet. When there is no
     * link, a button is drawn.
     */
    readonly link: WalletLink | 'wait' | undefined
    readonly onClick: () => void
    readonly className: string
    readonly part?: string
    readonly 'aria-label'?: string
    readonly 'aria-describedby'?: string | undefined
    readonly 'aria-description'?: string | undefined
    readonly 'data-strong'?: boolean
    readonly 'data-installed'?: boolean
    readonly 'data-certified'?: boolean
    readonly children: ReactNode
  }
}

/**
 * The control that opens a wallet. For an app on this phone it is an anchor with its final address,
 * because browsers open apps from anchors more readily than from a script's navigation.
 */
export function LinkOrButton({ link, ...props }: LinkOrButton.Props): ReactElement {
  if (link === undefined || link === 'wait')
    return <button type="button" aria-busy={link && true} {...props} />
  return <a href={link.href} target={link.target} rel="noopener noreferrer" {...props} />
}
