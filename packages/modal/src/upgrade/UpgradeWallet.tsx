import type { SessionAccount } from '@latchkey/core'
import { type Asset, addressOf } from '@latchkey/protocol'
import { useAccount } from '@latchkey/react'
import { useNativeBalance } from '@latchkey/react/queries'
import type { ReactElement } from 'react'
import type { AccountPair } from '../account/account-pair.ts'
import { chainName } from '../account/chain-name.ts'
import { useLent } from '../account/lent.ts'
import type { ViewProps } from '../view.ts'
import type { UpgradeWords } from '../words/words.ts'

export declare namespace UpgradeWallet {
  type Props = ViewProps<'UpgradeWallet'> & {
    readonly words: UpgradeWords
    readonly pair: AccountPair | undefined
    /** Which of the two is not the one shown. */
    readonly next: keyof AccountPair
    /** An amount in base units, as the account's views write it. */
    readonly amountText: (amount: bigint, asset: Asset) => string
    readonly onChange: (done: string) => void
  }
}

/** The two accounts a key has on this chain, what each holds, and the way to the other one. */
export function UpgradeWallet(props: UpgradeWallet.Props): ReactElement {
  const { kit, modal, words, pair, next, onChange } = props
  const network = chainName(kit, useAccount().chain)
  if (!pair) return <p className="hint">{words.none(network)}</p>
  return (
    <div className="settings">
      <p className="hint">{words.two(network)}</p>
      {(['smart', 'own'] as const).map((kind) => (
        <Side key={kind} {...props} one={pair[kind]} name={words[kind]} isShown={kind !== next} />
      ))}
      <button type="button" className="primary" onClick={() => onChange(words.done[next])}>
        {modal.words.upgrade[next]}
      </button>
    </div>
  )
}

function Side({
  one,
  name,
  isShown,
  modal,
  words,
  amountText,
}: Pick<UpgradeWallet.Props, 'modal' | 'words' | 'amountText'> & {
  readonly one: SessionAccount
  readonly name: string
  readonly isShown: boolean
}): ReactElement {
  const { AddressGroups } = useLent()
  const { data, isError } = useNativeBalance({ account: one.account })
  return (
    <section className="upgrade-side" aria-label={name}>
      <h3>
        {name}
        {isShown && <span className="tag">{modal.words.settings.current}</span>}
      </h3>
      <dl className="box">
        <div className="kv">
          <dt>{words.holds}</dt>
          <dd>
            {data ? amountText(data.amount, data.asset) : isError ? words.unread : words.reading}
          </dd>
        </div>
        <dt className="kv-title">{words.address}</dt>
        <dd className="whole">
          <AddressGroups address={addressOf(one.account)} />
        </dd>
      </dl>
    </section>
  )
}
