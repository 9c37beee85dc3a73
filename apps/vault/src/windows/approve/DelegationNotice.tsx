import type { VaultProject } from '@latchkey/protocol/vault'
import { type ReactNode, useEffect, useState } from 'react'
import type { Reading } from '../../decode/reading.ts'
import { Address } from '../parts/Address.tsx'
import { Facts } from '../parts/Facts.tsx'
import { Notice } from '../parts/Notice.tsx'
import { words } from '../words.ts'
import { readDelegate } from './read-delegate.ts'
import { type Approval, bareAccount } from './use-approval-reading.ts'

/**
 * Shows the contract whose code can act for the account besides its key, as the chain reports it.
 * The notice is below a request that ends the delegation. Above any other request it is shown only
 * when the contract is not the operator's.
 */
export function DelegationNotice(props: {
  readonly approval: Approval
  readonly project: VaultProject
  readonly reading: Reading
  /** The view of the request, which is shown above or below the notice. */
  readonly children: ReactNode
}): ReactNode {
  const { approval, project, reading, children } = props
  const { chain } = approval.request
  const delegate = useAccountDelegate(project.rpc, chain, bareAccount(approval.account))
  if (!delegate) return children
  const delegateName =
    project.smart && Object.hasOwn(project.smart, chain)
      ? project.smart[chain]?.delegate
      : undefined
  const isOwnersDelegate = delegateName?.toLowerCase() === delegate
  const steps = reading.kind === 'transaction' ? reading.steps : []
  const isEnded = steps.some((step) => step.kind === 'delegate' && step.isCleared)
  if (isOwnersDelegate && !isEnded) return children
  const otherDelegateText = isEnded ? words.delegate.foreign : words.delegate.foreignStays
  return (
    <>
      {isEnded ? children : null}
      <Notice tone={isOwnersDelegate ? 'note' : 'bad'}>
        {isOwnersDelegate ? words.delegate.owners : otherDelegateText}
      </Notice>
      <Facts rows={[[words.contract, <Address key="contract" address={delegate} />]]} />
      {isEnded ? null : children}
    </>
  )
}

function useAccountDelegate(
  rpcs: VaultProject['rpc'],
  chain: keyof VaultProject['rpc'],
  account: string,
): string | null {
  const [delegate, setDelegate] = useState<string | null>(null)
  const rpcUrl = Object.hasOwn(rpcs, chain) && chain.startsWith('eip155:') ? rpcs[chain] : undefined
  useEffect(() => {
    if (!rpcUrl) return
    const state = { isOver: false }
    void readDelegate(rpcUrl, account).then(
      (foundDelegate) => state.isOver || setDelegate(foundDelegate),
    )
    return () => {
      state.isOver = true
    }
  }, [rpcUrl, account])
  return delegate
}
