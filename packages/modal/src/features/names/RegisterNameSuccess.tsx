import { useAccount } from '@latchkey/react'
import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { Avatar } from '../../parts/Avatar.tsx'
import { CopyButton } from '../../parts/CopyButton.tsx'

export declare namespace RegisterNameSuccess {
  type Props = ViewProps<'RegisterNameSuccess'>
}

/** The view that is shown once a name is registered. */
function RegisterNameSuccess({ modal, route, words }: RegisterNameSuccess.Props): ReactElement {
  const { address = '' } = useAccount()
  return (
    <div className="waiting" data-state={route.isKept ? 'kept' : 'confirmed'}>
      <div className={route.isKept ? undefined : 'pulse'}>
        <Avatar address={address} size={72} />
      </div>
      <p className="waiting-status" role="status" dir="ltr">
        {route.name}
      </p>
      <p className="hint">{words.success.hint}</p>
      {route.shown !== undefined && <p className="hint">{words.success.shown(route.shown)}</p>}
      <CopyButton
        className="secondary"
        text={route.name}
        label={words.success.copy}
        modal={modal}
      />
      <button
        type="button"
        className="primary"
        onClick={() => (route.isKept ? modal.back() : modal.reset({ view: 'Account' }))}
      >
        {words.success.done}
      </button>
    </div>
  )
}

export const registerNameSuccessView: View<'RegisterNameSuccess'> = {
  heading: (words, { name }) => words.names.yours(name),
  component: RegisterNameSuccess,
}
