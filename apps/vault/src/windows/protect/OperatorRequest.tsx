import type { VaultAccount } from '@latchkey/protocol/vault'
import { type ReactNode, useState } from 'react'
import type { UseChannel } from '../page/use-channel.ts'
import { ArmedButton } from '../parts/ArmedButton.tsx'
import { formatTime, useAccount } from '../use-account.ts'
import { words } from '../words.ts'

/**
 * Shown on a device without a share when the operator keeps a recovery share: requests that share,
 * and shows the request's status.
 */
export function OperatorRequest({
  channel,
}: {
  readonly channel: Pick<UseChannel, 'ask'>
}): ReactNode {
  const { account, error, change } = useAccount(channel)
  const [isBusy, setIsBusy] = useState(false)
  if (!account?.methods.some(({ kind }) => kind === 'operator')) return null
  const runRequestChange = async (call: () => Promise<unknown>): Promise<void> => {
    if (isBusy) return
    setIsBusy(true)
    await change(call)
    setIsBusy(false)
  }
  const ownOperatorRequest = account.requests?.find(({ number }) => number !== undefined)
  return (
    <section className="card" aria-label={words.ask.heading}>
      <h2>{words.ask.heading}</h2>
      {ownOperatorRequest ? (
        <CurrentRequest own={ownOperatorRequest} />
      ) : (
        <p className="text">{words.ask.text}</p>
      )}
      <ArmedButton
        // A React key of its own makes React replace the button, so that the second click of a
        // double click cannot press the next button.
        key={ownOperatorRequest ? 'stop' : 'ask'}
        className="secondary"
        aria-busy={isBusy}
        onClick={() =>
          void runRequestChange(() =>
            ownOperatorRequest
              ? channel.ask('POST /api/recovery/stop', { device: ownOperatorRequest.device })
              : channel.ask('POST /api/recovery/ask', {}),
          )
        }
      >
        {ownOperatorRequest ? words.ask.stop : words.ask.button}
      </ArmedButton>
      <p className="error" role="alert">
        {error}
      </p>
    </section>
  )
}

function CurrentRequest({
  own: ownOperatorRequest,
}: {
  readonly own: NonNullable<VaultAccount['requests']>[number]
}): ReactNode {
  return (
    <>
      <p className="text">
        {words.ask.number}: <strong>{ownOperatorRequest.number?.replace(/^(.{4})/, '$1 ')}</strong>
      </p>
      <p className="text">{words.ask.numberText}</p>
      <p className="text">
        {words.ask.opens(formatTime(ownOperatorRequest.opensAt))}.{' '}
        {ownOperatorRequest.isConfirmed ? words.ask.confirmed : words.ask.unconfirmed}
      </p>
    </>
  )
}
