import { accountId } from '@latchkey/protocol'
import { type JSX, useState } from 'react'
import type { Address } from 'viem'
import { AccountChoice } from '../approval/AccountChoice.tsx'
import { ApprovalDetails, QuotedText } from '../approval/ApprovalDetails.tsx'
import { approvalTitles } from '../approval/approval-titles.ts'
import { FamilyChoice } from '../approval/FamilyChoice.tsx'
import { Question } from '../approval/Question.tsx'
import { Row } from '../parts.tsx'
import { wireFamilyOf } from './families.ts'
import type { Phone } from './phone-contract.ts'
import type { VisitorQuestion } from './phone-state.ts'
import { chainNumberOf, claimedOrigin } from './session-view.ts'
import { describeMethod, signInChains, type Terms } from './terms.ts'

const unverifiedHint = 'Claimed by the page, not verified'

interface QuestionProps<K extends VisitorQuestion['kind']> {
  readonly one: Extract<VisitorQuestion, { kind: K }>
  readonly phone: Phone
  readonly accounts: readonly Address[]
  readonly chains: readonly { readonly id: number; readonly name: string }[]
}

/** Shows a page's request that came through WalletConnect. */
export function VisitorQuestionView({
  one,
  ...viewProps
}: { readonly one: VisitorQuestion } & Omit<
  QuestionProps<VisitorQuestion['kind']>,
  'one'
>): JSX.Element {
  switch (one.kind) {
    case 'proposal':
      return <ProposalQuestion one={one} {...viewProps} />
    case 'sign-in':
      return <SignInQuestion one={one} {...viewProps} />
    case 'request':
      return (
        <Question
          title={approvalTitles[one.approval.kind]}
          origin={claimedOrigin(one.metadata)}
          doubt={unverifiedHint}
          onApprove={() => void viewProps.phone.approve(one, viewProps.accounts)}
          onReject={() => void viewProps.phone.reject(one)}
        >
          <ApprovalDetails approval={one.approval} />
        </Question>
      )
  }
}

function ProposalQuestion({
  one,
  phone,
  accounts,
  chains,
}: QuestionProps<'proposal'>): JSX.Element {
  const { terms, metadata, offered } = one
  const [chosen, setChosen] = useState<readonly string[]>(accounts.slice(0, 1))
  const [other, setOther] = useState<readonly string[]>(['0'])
  const canApprove = terms.missing.length === 0
  const hasEvm = terms.namespaces.some(({ namespace }) => namespace === 'eip155')
  return (
    <Question
      title="Connect"
      origin={claimedOrigin(metadata)}
      doubt={unverifiedHint}
      canApprove={canApprove}
      hint={canApprove && chosen.length === 0 ? 'Choose at least one account.' : undefined}
      onApprove={() => void phone.approve(one, chosen, Number(other[0]))}
      onReject={() => void phone.reject(one)}
    >
      {canApprove ? (
        <>
          {hasEvm ? (
            <AccountChoice
              legend="Accounts this page may see"
              offered={accounts}
              chosen={chosen}
              onChange={setChosen}
            />
          ) : null}
          {offered.length > 0 ? (
            <FamilyChoice
              legend={hasEvm ? 'And of other chains' : 'Account this page may see'}
              offered={offered}
              chosen={other[0]}
              onChange={setOther}
            />
          ) : null}
          <TermsView name={metadata.name} terms={terms} chains={chains} />
        </>
      ) : (
        <div role="alert" className="box warn">
          <p>This wallet cannot connect: the page requires what it has not.</p>
          <ul className="plain">
            {terms.missing.map((lackingTerm) => (
              <li key={lackingTerm}>{lackingTerm.slice(0, 80)}</li>
            ))}
          </ul>
        </div>
      )}
    </Question>
  )
}

function TermsView({
  name,
  terms,
  chains,
}: {
  name: string
  terms: Terms
  chains: QuestionProps<'proposal'>['chains']
}): JSX.Element {
  const names = terms.namespaces
    .flatMap((one) => one.chains)
    .map(
      (chain) =>
        wireFamilyOf(chain)?.name ??
        chains.find(({ id }) => id === chainNumberOf(chain))?.name ??
        chain,
    )
  const permissions = new Set(
    terms.namespaces.flatMap(({ namespace, methods }) =>
      methods.map((method) => describeMethod(namespace, method)),
    ),
  )
  return (
    <>
      <dl className="box">
        <Row name="Name it gives">{name.slice(0, 60) || '—'}</Row>
        <Row name={names.length === 1 ? 'Network' : 'Networks'}>{names.join(', ')}</Row>
      </dl>
      <h2>The page may</h2>
      <ul className="box plain">
        {permissions.size === 0 ? <li>See your accounts</li> : null}
        {[...permissions].map((permission) => (
          <li key={permission}>{permission}</li>
        ))}
      </ul>
    </>
  )
}

function SignInQuestion({ one, phone, accounts, chains }: QuestionProps<'sign-in'>): JSX.Element {
  const [chosen, setChosen] = useState<readonly string[]>(accounts.slice(0, 1))
  const { authentication, metadata } = one
  const signableChains = signInChains(
    authentication.chains,
    chains.map(({ id }) => `eip155:${id}` as const),
  )
  const [account] = chosen
  const canApprove = signableChains.length > 0
  return (
    <Question
      title="Sign in"
      origin={claimedOrigin(metadata)}
      doubt={unverifiedHint}
      canApprove={canApprove}
      onApprove={() => void phone.approve(one, chosen)}
      onReject={() => void phone.reject(one)}
    >
      {canApprove ? (
        <AccountChoice
          legend="Sign in as"
          offered={accounts}
          chosen={chosen}
          isSingle
          onChange={setChosen}
        />
      ) : (
        <p role="alert" className="box warn">
          The page offers no network that this wallet knows.
        </p>
      )}
      {account
        ? signableChains.map((chain) => (
            <div key={chain}>
              <h2>{signableChains.length === 1 ? 'Message' : `Message, ${chain}`}</h2>
              <QuotedText>{authentication.messageFor(accountId(chain, account))}</QuotedText>
            </div>
          ))
        : null}
    </Question>
  )
}
