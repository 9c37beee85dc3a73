import type { ReactElement } from 'react'

/** An error text, which screen readers announce at once. Without a text it takes no space. */
export function Fault({ text }: { readonly text: string | undefined }): ReactElement {
  return (
    <p role="alert" className={text ? 'email-fault' : 'hidden'}>
      {text}
    </p>
  )
}
