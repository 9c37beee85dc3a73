import { accountId } from '@latchkey/protocol'
import type { WalletStore } from '../wallet.ts'
import { familiesOf, sessionProperties } from './families.ts'
import type { HeldPhoneState } from './hold-phone-state.ts'
import { deriveKeys, listEvmChains, makeFamilySigner } from './phone-keys.ts'
import type { VisitorQuestion } from './phone-state.ts'
import { grantTerms, otherChainsOf, signInChains } from './terms.ts'

/**
 * Grants a page the session that the page proposed.
 * @param accounts - Ethereum accounts, the selected one first
 * @param otherAccount - number of the account in the other families
 */
export async function grantProposal(
  held: Pick<HeldPhoneState, 'requireSide'>,
  store: WalletStore,
  {
    question: { id, terms },
    accounts,
    otherAccount,
  }: {
    readonly question: Extract<VisitorQuestion, { kind: 'proposal' }>
    readonly accounts: readonly string[]
    readonly otherAccount: number
  },
): Promise<void> {
  const familyChains = otherChainsOf(terms)
  const addresses = await makeFamilySigner(store).addresses(familiesOf(familyChains), otherAccount)
  const properties = sessionProperties(familyChains, addresses)
  await held.requireSide().approve(id, {
    namespaces: grantTerms(terms, accounts, addresses),
    ...(Object.keys(properties).length > 0 && { sessionProperties: properties }),
  })
}

/** Signs a page's sign-in with one account, once for each chain that page and wallet share. */
export async function signIn(
  held: Pick<HeldPhoneState, 'requireSide'>,
  store: WalletStore,
  {
    question: { id, authentication },
    account,
  }: {
    readonly question: Extract<VisitorQuestion, { kind: 'sign-in' }>
    readonly account: string
  },
): Promise<void> {
  const key = deriveKeys(store).find(({ address }) => address === account)
  if (!key) return
  const ids = signInChains(authentication.chains, listEvmChains(store)).map((chain) =>
    accountId(chain, account),
  )
  const signInProofs = await Promise.all(
    ids.map(async (own) => ({
      account: own,
      signature: await key.signMessage({ message: authentication.messageFor(own) }),
      kind: 'eip191' as const,
    })),
  )
  await held.requireSide().authenticate(id, signInProofs)
}
