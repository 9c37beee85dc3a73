import { registerName } from '@latchkey/core'
import { type ErrorCode, hasCode } from '@latchkey/protocol'
import { useAccount, useAction } from '@latchkey/react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect, useState } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { AddressGroups } from '../../parts/AddressGroups.tsx'
import { OpenWallet } from '../../parts/OpenWallet.tsx'
import { chainName } from '../../shared/chain-name.ts'
import { useWalletName } from '../../shared/use-wallet.ts'
import { nameSigner } from './asking-name.ts'

export declare namespace RegisterName {
  type Props = ViewProps<'RegisterName'>
}

const declinedCodes: readonly ErrorCode[] = [
  'user-rejected',
  'connection-rejected',
  'rpc-transaction-rejected',
]
/**
 * Errors after which this name cannot be registered, so that the visitor must choose another one.
 */
const lostCodes: readonly ErrorCode[] = [
  'name-taken',
  'name-owned-already',
  'name-invalid',
  'name-too-short',
]

/** The request is aborted when the visitor leaves the view. */
const abortOptions = { abortsOnUnmount: true } as const

/** Shows what will be signed to register a name. */
function RegisterName({ kit, modal, route, words }: RegisterName.Props): ReactElement {
  const { name, asking = false } = route
  const { account, address, chain } = useAccount()
  const wallet = useWalletName() ?? modal.words.connecting.unknownWallet
  const registration = useAction(registerName, abortOptions)
  const client = useQueryClient()
  const [failure, setFailure] = useState<ErrorCode>()
  const { review } = words
  useEffect(
    () => () => {
      nameSigner(kit).wallet = undefined
    },
    [kit],
  )
  if (!account || !address) return <p className="hint">{modal.words.account.notConnected}</p>

  async function runRegistration(): Promise<void> {
    if (asking) return
    setFailure(undefined)
    nameSigner(kit).wallet = wallet
    modal.update({ view: 'RegisterName', name, asking: true })
    const outcome = await registration.run({ name })
    nameSigner(kit).wallet = undefined
    modal.update({ view: 'RegisterName', name })
    if (outcome.status === 'failed')
      setFailure(hasCode(outcome.error) ? outcome.error.code : 'unknown')
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey.some((keyPart) => isNameKey(keyPart)),
    })
    if (outcome.status === 'done')
      modal.reset({ view: 'RegisterNameSuccess', name: outcome.value.name })
  }
  const isDeclined = failure !== undefined && declinedCodes.includes(failure)
  const isNameLost = failure !== undefined && lostCodes.includes(failure)
  return (
    <div className="review">
      <p className="review-amount naming-title" dir="ltr">
        {name}
      </p>
      <dl className="box">
        <div className="kv with-whole">
          <dt>{review.address}</dt>
          <dd />
          <dd className="whole">
            <AddressGroups address={address} />
          </dd>
        </div>
      </dl>
      <dl className="box">
        <div className="kv">
          <dt>{review.network}</dt>
          <dd>{chainName(kit, chain)}</dd>
        </div>
        <div className="kv">
          <dt>{review.cost}</dt>
          <dd>{review.free}</dd>
        </div>
        <div className="kv with-whole">
          <dt>{review.signs}</dt>
          <dd />
          <dd className="whole naming-signs">{review.signsHint(name)}</dd>
        </div>
      </dl>
      <p role="status" className="review-status" data-failed={failure !== undefined}>
        {asking && review.continueIn(wallet)}
        {!asking && isDeclined && review.declined}
        {!asking &&
          failure &&
          !isDeclined &&
          `${review.notRegistered} ${modal.words.errors[failure]}`}
      </p>
      {asking && <OpenWallet label={review.open} />}
      {!isNameLost && (
        <button
          type="button"
          className="primary"
          aria-busy={asking}
          onClick={() => void runRegistration()}
        >
          {review.register}
        </button>
      )}
      <button
        type="button"
        className={isNameLost ? 'primary' : 'secondary'}
        onClick={() => modal.back()}
      >
        {review.other}
      </button>
    </div>
  )
}

function isNameKey(keyPart: unknown): boolean {
  return (
    keyPart === 'identity' ||
    keyPart === 'names-of' ||
    keyPart === 'name-suggestions' ||
    keyPart === 'address-of-name'
  )
}

export const registerNameView: View<'RegisterName'> = {
  heading: (words) => words.names.register,
  component: RegisterName,
  guard: (words, kit) => {
    const { wallet } = nameSigner(kit)
    return wallet !== undefined ? words.review.guard(wallet) : undefined
  },
}
