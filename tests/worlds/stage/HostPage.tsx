import { ConnectButton, type Modal, NetworkButton } from '@latchkey/modal'
import { type ReactElement, StrictMode } from 'react'

/** Content of the host page; rendered in the browser, and on a server when a test hydrates it. */
export function HostPage({
  modal,
  buttons = 1,
}: {
  readonly modal: Modal
  readonly buttons?: number
}): ReactElement {
  return (
    <StrictMode>
      <main>
        <h1>A host page</h1>
        {Array.from({ length: buttons }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <ConnectButton key={i} modal={modal} />
        ))}
        <NetworkButton modal={modal} />
        <p>
          <a href="#elsewhere">A link of the page</a>
        </p>
      </main>
    </StrictMode>
  )
}
