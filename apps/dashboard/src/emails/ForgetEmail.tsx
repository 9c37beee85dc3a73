import type { CapturedEmail } from '@latchkey/protocol'
import { type ReactElement, useState } from 'react'
import { toFault } from '../api/api.ts'
import { useApi } from '../api/api-context.tsx'
import { Confirm } from '../parts/Confirm.tsx'
import { useShowStatus } from '../parts/Status.tsx'

interface Props {
  readonly project: string
  readonly email: CapturedEmail
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Lets the operator delete the email address of one account, or that address from all accounts. */
export function ForgetEmail({
  project,
  email: { email, account },
  onDone,
  onClose,
}: Props): ReactElement {
  const api = useApi()
  const showStatus = useShowStatus()
  const [isEverywhere, setEverywhere] = useState(false)
  const forgetAddress = async (): Promise<void> => {
    onClose()
    try {
      await api.forgetEmail(project, isEverywhere ? { email } : { account })
      showStatus('Deleted')
    } catch (error) {
      showStatus(toFault(error).reason)
    }
    onDone()
  }
  return (
    <Confirm
      title="Delete this address?"
      verb="Delete for good"
      onConfirm={() => void forgetAddress()}
      onClose={onClose}
    >
      <p className="breaks">
        <strong>{email}</strong>
      </p>
      <label className="check">
        <input
          type="checkbox"
          checked={isEverywhere}
          onChange={({ target }) => setEverywhere(target.checked)}
        />
        <span>
          At every account of this project
          <span className="soft">Else at this one alone: {account}</span>
        </span>
      </label>
    </Confirm>
  )
}
