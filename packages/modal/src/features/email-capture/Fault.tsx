import type { ReactElement } from 'react'

/** An error text, announced at once; it takes no space before. */
export function Fault({ text }: { readonly text: string | undefined }): ReactElement {
  return (
    <p role="alert" className={text ? 'email-fault' : 'hidden'}>
      {text}
    </p>
  )
}
