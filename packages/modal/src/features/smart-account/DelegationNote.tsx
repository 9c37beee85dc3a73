import { type Delegation, endDelegation, type Kit, readDelegation } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import { type AccountId, hasCode } from '@latchkey/protocol'
import { type ReactElement, useEffect, useState } from 'react'
import type { ViewModal } from '../../contract/view.ts'
import type { UpgradeWords } from '../../words/words.ts'

const pollIntervalMs = 1_000
/**
 * Milliseconds to wait until the transaction that ends a delegation takes effect; afterwards the
 * visitor can send it again.
 */
const endingTimeoutMs = 120_000

/** For each account, the time when the visitor last asked to end its delegation. */
const endingTimesOfKit: (kit: Kit) => Map<AccountId, number> = perKit(() => new Map())

export declare namespace DelegationNote {
  type Props = {
    readonly kit: Kit
    readonly modal: ViewModal
    readonly words: UpgradeWords['delegation']
    /** The key's externally owned account, as opposed to its smart account. */
    readonly account: AccountId
    readonly network: string
  }
}

/**
 * Shows which contract controls an externally owned account besides its key (EIP-7702), with a
 * button to end that delegation; draws nothing when there is no such contract.
 */
export function DelegationNote(props: DelegationNote.Props): ReactElement | null {
  const { words, network } = props
  const { delegation, isEnding, end } = useDelegation(props)
  if (!delegation) return null
  const { isOwners } = delegation
  return (
    <section className="delegation" data-foreign={isOwners ? undefined : true}>
      <p>{(isOwners ? words.owners : words.foreign)(network)}</p>
      <button
        type="button"
        className="secondary"
        aria-busy={isEnding}
        onClick={isEnding ? undefined : end}
      >
        {isEnding ? words.ending : words.end}
      </button>
    </section>
  )
}

/**
 * Reads the delegation once. While the delegation is being ended, reads it repeatedly until it has
 * ended. The approval view replaces this view and leads back to it, so the time of the request is
 * stored outside of the component.
 */
function useDelegation({ kit, modal, words, account }: DelegationNote.Props) {
  const endingTimes = endingTimesOfKit(kit)
  const [found, setFound] = useState<{
    readonly delegation: Delegation | null
    readonly isEnding: boolean
  }>()
  const [turn, setTurn] = useState(0)
  const pollAgain = (): void => setTurn((previous) => previous + 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `turn` reads again
  useEffect(() => {
    const controller = new AbortController()
    const pendingPoll: { timer?: ReturnType<typeof setTimeout> } = {}
    void readDelegation(kit, { account, signal: controller.signal })
      .catch(() => undefined)
      .then((delegation) => {
        if (controller.signal.aborted) return
        const endingStart = endingTimes.get(account)
        const isEnding = endingStart !== undefined && Date.now() - endingStart < endingTimeoutMs
        // When the delegation cannot be read now, the last delegation that was read is kept.
        setFound((previous) =>
          delegation === undefined
            ? previous && { ...previous, isEnding }
            : { delegation, isEnding },
        )
        if (isEnding && delegation !== null)
          pendingPoll.timer = setTimeout(pollAgain, pollIntervalMs)
        if (delegation !== null || !endingTimes.delete(account)) return
        modal.toast({ variant: 'success', text: words.done })
      })
    return () => {
      controller.abort()
      clearTimeout(pendingPoll.timer)
    }
  }, [kit, account, turn])
  return {
    delegation: found?.delegation,
    isEnding: found?.isEnding,
    end: () => {
      endingTimes.set(account, Date.now())
      void endDelegation(kit, { account })
        .then(() => endingTimes.set(account, Date.now()))
        .catch((error: unknown) => {
          endingTimes.delete(account)
          modal.toast({
            variant: 'error',
            text: modal.words.errors[hasCode(error) ? error.code : 'unknown'],
          })
        })
        .finally(pollAgain)
      setFound((previous) => previous && { ...previous, isEnding: true })
    },
  }
}
