import type { VaultAccount } from '@latchkey/protocol/vault'
import { type ReactNode, useState } from 'react'
import type { FramedWindow } from '../page/framed-window.ts'
import { ArmedButton } from '../parts/ArmedButton.tsx'
import { MessageWindow } from '../parts/MessageWindow.tsx'
import { Notice } from '../parts/Notice.tsx'
import { RemoveRow } from '../parts/RemoveRow.tsx'
import { Shell } from '../parts/Shell.tsx'
import { WaitingNotice } from '../parts/WaitingNotice.tsx'
import { History } from '../protect/History.tsx'
import { Requests } from '../protect/Requests.tsx'
import { useProof } from '../protect/use-proof.tsx'
import { formatTime, siteHost, useAccount } from '../use-account.ts'
import { describeRefusal } from '../words/refusal.ts'
import { words } from '../words.ts'

/**
 * Further pages of the account's list of devices. They belong to `of`, the account as it was when
 * they were read.
 */
interface FurtherDevices extends Pick<VaultAccount, 'devices' | 'devicesNext'> {
  readonly of: VaultAccount | undefined
}

/** Lists the devices on which the account is, or was, signed in. */
export function DevicesWindow({ channel, stretch }: FramedWindow): ReactNode {
  const readyMessage = channel.last('latchkey-frame-ready')
  const { account, error, change } = useAccount(channel)
  const { form, prove } = useProof({ channel, stretch })
  const [isFrozen, setIsFrozen] = useState(false)
  const [fault, setFault] = useState('')
  const [further, setFurther] = useState<FurtherDevices>()
  if (isFrozen)
    return <MessageWindow heading={words.stop.freeze.done} text={words.notMe.done} tone="ok" />
  if (form) return form
  if (!readyMessage || (!account && !error)) return <WaitingNotice channel={channel} />
  const freezeAccount = (): Promise<void> =>
    channel.ask('POST /api/account/freeze', {}).then(
      () => setIsFrozen(true),
      (reason) => setFault(describeRefusal(reason)),
    )
  // Pages of the list that were read before the account was read again may be out of date, so they
  // are dropped.
  const { devices = [], devicesNext: next } = (further?.of === account ? further : account) ?? {}
  const readMore = (cursor: string): Promise<void> =>
    channel.ask('POST /api/devices', { after: cursor }).then(
      (page) => setFurther({ ...page, of: account, devices: [...devices, ...page.devices] }),
      (reason) => setFault(describeRefusal(reason)),
    )
  const actions = (
    <button type="button" className="primary" onClick={() => close()}>
      {words.close}
    </button>
  )
  return (
    <Shell heading={words.devices.heading} actions={actions}>
      {account?.frozenAt === undefined ? null : (
        <section className="card" aria-label={words.frozen.title}>
          <h2>{words.frozen.title}</h2>
          <Notice tone="warn">{words.frozen.text}</Notice>
          <ArmedButton
            className="secondary"
            onClick={() =>
              void prove(() => change(() => channel.ask('POST /api/account/unfreeze', {})))
            }
          >
            {words.frozen.button}
          </ArmedButton>
        </section>
      )}
      <Requests
        requests={account?.requests ?? []}
        stop={(device) => change(() => channel.ask('POST /api/recovery/stop', { device }))}
      />
      <p className="text">{words.devices.text}</p>
      <ul className="rows">
        {devices.map(({ id, site, label, usedAt, isThis }) => {
          const name = `${label}, ${siteHost(site)}`
          return (
            <RemoveRow
              key={id}
              title={<strong>{siteHost(site)}</strong>}
              sub={[
                label,
                isThis ? words.devices.this : words.devices.used(formatTime(usedAt)),
              ].join(' · ')}
              {...(!isThis && {
                ask: words.devices.revoke(name),
                sure: words.devices.sure(name),
                sureText: words.devices.sureText,
                remove: () => change(() => channel.ask('POST /api/devices/revoke', { device: id })),
              })}
            />
          )
        })}
      </ul>
      {next === undefined ? null : (
        <button type="button" className="quiet" onClick={() => void readMore(next)}>
          {words.devices.more}
        </button>
      )}
      {account && next === undefined && devices.every(({ isThis }) => isThis) ? (
        <p className="text">{words.devices.none}</p>
      ) : null}
      <p className="error" role="alert">
        {error || fault}
      </p>
      <History
        channel={channel}
        {...(account?.split != null &&
          account.frozenAt === undefined && {
            freeze: freezeAccount,
          })}
      />
    </Shell>
  )
}
