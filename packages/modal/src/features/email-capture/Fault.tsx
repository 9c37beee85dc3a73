import type { ReactElement } from 'react'

/** What went wrong, said at once; it takes no room before. */
export function Fault({ text }: { readonly text: string | undefined }): ReactElement {
  return (
    <p role="alert" className={text ? 'email-fault' : 'hidden'}>
      {text}
    </p>
  )
}
