import { type ReactElement, useRef } from 'react'
import { createRoot } from 'react-dom/client'

/** The page that results are compared with: React, one button, a native dialog. */
function Floor(): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Connect wallet
      </button>
      <dialog ref={dialog} aria-label="Connect a wallet">
        <h1>Connect a wallet</h1>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </dialog>
    </>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Floor />)
