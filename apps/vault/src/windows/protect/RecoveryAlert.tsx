import { type ReactNode, useEffect, useState } from 'react'
import { Notice } from '../Notice.tsx'
import type { UseChannel } from '../use-channel.ts'
import { words } from '../words.ts'

/** Where somebody asks the operator to open this wallet on another device: who signs here often sees it in time. */
export function RecoveryAlert({ channel: { ask } }: { readonly channel: Pick<UseChannel, 'ask'> }): ReactNode {
  const [isAsked, setIsAsked] = useState(false)
  useEffect(() => {
    ask('GET /api/account', undefined).then(
      (account) => setIsAsked((account?.requests?.length ?? 0) > 0),
      // A request can be decided without it.
      () => {},
    )
  }, [ask])
  return isAsked ? <Notice tone="bad">{words.request.alert}</Notice> : null
}
