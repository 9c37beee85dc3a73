import { useAccount, useSignMessage } from '@latchkey/react'
import { type FormEvent, type ReactElement, useState } from 'react'
import { FailureText } from './FailureText.tsx'

/** Asks the wallet of the shown family for a signature, and shows the result. */
export function WalletSection(): ReactElement {
  const { account } = useAccount()
  const { state, run } = useSignMessage()
  const [message, setMessage] = useState('Good evening')

  function submitMessage(event: FormEvent): void {
    event.preventDefault()
    if (account) void run({ message, account })
  }
  return (
    <fieldset>
      <legend>Ask the wallet</legend>
      <form className="ask" onSubmit={submitMessage}>
        <input
          type="text"
          aria-label="Message"
          value={message}
          maxLength={1000}
          onChange={(event) => setMessage(event.target.value)}
        />
        <button
          type="submit"
          className="button"
          aria-disabled={!account}
          aria-busy={state.status === 'running'}
        >
          Sign
        </button>
      </form>
      <output className="signed">
        {!account && <span className="quiet">Connect a wallet first.</span>}
        {account && state.status === 'failed' && <FailureText error={state.error} />}
        {account && state.status === 'done' && (
          <>
            <span className="quiet">{state.value.account}</span>
            <code>{state.value.signature}</code>
          </>
        )}
      </output>
    </fieldset>
  )
}
