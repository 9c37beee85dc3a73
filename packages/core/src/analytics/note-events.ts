import { chainOf } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import type { Note } from '../machine/note.ts'
import type { Recorder } from './source.ts'
import { accountPropertiesOf, failurePropertiesOf } from './standing.ts'

/**
 * Converts notes, which are the events that do not change the kit's state, to analytics events.
 * Lists of wallets are not counted here, because the dialog that draws them counts them.
 */
export function reportNote(kit: Kit, { track, fail }: Recorder, kitNote: Note): void {
  switch (kitNote.type) {
    case 'signed-in':
      track('SIWX_AUTH_SUCCESS', accountPropertiesOf(kit, chainOf(kitNote.account)))
      return
    case 'sign-in-failed':
      track('SIWX_AUTH_ERROR', {
        ...accountPropertiesOf(kit, chainOf(kitNote.account)),
        ...failurePropertiesOf(kitNote.error),
      })
      return
    case 'sign-in-pressed':
      track('CLICK_SIGN_SIWX_MESSAGE', accountPropertiesOf(kit, chainOf(kitNote.account)))
      return
    case 'sign-in-cancelled':
      track('CLICK_CANCEL_SIWX', accountPropertiesOf(kit, chainOf(kitNote.account)))
      return
    case 'disconnect-failed':
      track('DISCONNECT_ERROR', failurePropertiesOf(kitNote.error))
      return
    case 'history-asked':
    case 'history-failed': {
      const { isSmartAccount } = accountPropertiesOf(kit, chainOf(kitNote.account))
      const eventProperties = {
        address: kitNote.account,
        projectId: kit.options.gateway?.project,
        cursor: kitNote.cursor ?? '',
        isSmartAccount,
      }
      if (kitNote.type === 'history-asked') track('LOAD_MORE_TRANSACTIONS', eventProperties)
      else
        track('ERROR_FETCH_TRANSACTIONS', {
          ...eventProperties,
          ...failurePropertiesOf(kitNote.error),
        })
      return
    }
    case 'name-asked':
    case 'name-registered':
    case 'name-failed': {
      const { isSmartAccount } = accountPropertiesOf(kit, chainOf(kitNote.account))
      const eventProperties = { isSmartAccount, ensName: kitNote.name }
      if (kitNote.type === 'name-failed')
        track('REGISTER_NAME_ERROR', { ...eventProperties, error: kitNote.error.code })
      else
        track(
          kitNote.type === 'name-asked' ? 'REGISTER_NAME_INITIATED' : 'REGISTER_NAME_SUCCESS',
          eventProperties,
        )
      return
    }
    case 'call-failed': {
      const isInvalidAnswer = kitNote.error.code === 'gateway-answer-invalid'
      fail(isInvalidAnswer ? 'DATA_PARSING_ERROR' : 'API_ERROR', {
        code: kitNote.error.code,
        detail: `${kitNote.path}: ${kitNote.error.detail ?? kitNote.error.code}`,
      })
    }
  }
}
