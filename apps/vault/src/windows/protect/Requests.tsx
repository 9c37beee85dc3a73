import type { VaultAccount } from '@latchkey/protocol/vault'
import type { ReactNode } from 'react'
import { RemoveRow } from '../parts/RemoveRow.tsx'
import { formatTime, siteHost } from '../use-account.ts'
import { words } from '../words.ts'

/**
 * Lists requests by other devices that ask the operator to open this wallet. A button stops each of
 * them.
 */
export function Requests(props: {
  readonly requests: NonNullable<VaultAccount['requests']>
  readonly stop: (device: string) => Promise<unknown>
}): ReactNode {
  if (props.requests.length === 0) return null
  return (
    <ul className="rows">
      {props.requests.map(({ device, label, site, opensAt }) => {
        const name = [label, ...(site ? [siteHost(site)] : [])].join(', ')
        return (
          <RemoveRow
            key={device}
            title={<strong>{words.request.title}</strong>}
            sub={words.request.text(name, formatTime(opensAt))}
            says={{ ask: words.request.stopShort, sure: words.request.sureShort }}
            ask={words.request.stop(name)}
            sure={words.request.sure(name)}
            sureText={words.request.sureText}
            remove={() => props.stop(device)}
          />
        )
      })}
    </ul>
  )
}
