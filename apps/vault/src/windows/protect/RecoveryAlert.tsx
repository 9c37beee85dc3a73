import type { AccountNote, VaultAccount } from '@latchkey/protocol/vault'
import { type ReactNode, useEffect, useState } from 'react'
import type { UseChannel } from '../page/use-channel.ts'
import { ArmedButton } from '../parts/ArmedButton.tsx'
import { Notice } from '../parts/Notice.tsx'
import { formatTime } from '../use-account.ts'
import { words } from '../words.ts'
import { describeEvent, isStoppable, readSeenTime, rememberSeen } from './account-events.ts'

interface RunningRecovery {
  readonly account: string
  readonly line: AccountNote
}

/**
 * Warns a visitor who is about to sign, when another device asks the operator to open this wallet.
 * For accounts without an email address it also shows what was done with the account lately.
 */
export function RecoveryAlert({
  channel: { ask },
}: {
  readonly channel: Pick<UseChannel, 'ask'>
}): ReactNode {
  const [isAsked, setIsAsked] = useState(false)
  const [found, setFound] = useState<RunningRecovery>()
  useEffect(() => {
    const findNewest = async ({
      account,
      identities,
    }: VaultAccount): Promise<RunningRecovery | undefined> => {
      if (identities.some(({ kind }) => kind === 'email')) return undefined
      const historyEvents = (await ask('GET /api/account/history', undefined))?.lines ?? []
      const recoveryEvent = historyEvents.find((note) => isStoppable(note, Date.now()))
      return recoveryEvent && recoveryEvent.at > readSeenTime(localStorage, account)
        ? { account, line: recoveryEvent }
        : undefined
    }
    ask('GET /api/account', undefined)
      .then(async (account) => {
        setIsAsked((account?.requests?.length ?? 0) > 0)
        if (account) setFound(await findNewest(account))
      })
      // When the account's state cannot be read, nothing is shown, because a request can be decided
      // without this warning.
      .catch(() => {})
  }, [ask])
  const dismissAlert = (): void => {
    if (found) rememberSeen(localStorage, found.account, found.line.at)
    setFound(undefined)
  }
  return (
    <>
      {isAsked ? <Notice tone="bad">{words.request.alert}</Notice> : null}
      {found ? (
        <>
          <Notice tone="warn">
            {words.notMe.alert(
              describeEvent(found.line),
              formatTime(found.line.at),
              found.line.label,
            )}
          </Notice>
          <ArmedButton className="quiet" onClick={dismissAlert}>
            {words.notMe.dismiss}
          </ArmedButton>
        </>
      ) : null}
    </>
  )
}
