import { chainOf } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import type { Note } from '../machine/note.ts'
import type { Recorder } from './source.ts'
import { faultOf, standingOf } from './standing.ts'

/**
 * Turns events that leave no mark in the state into analytics events. Wallet lists are not counted
 * here: the dialog that draws them counts them.
 */
export function noteEvents(kit: Kit, { track, fail }: Recorder, said: Note): void {
  switch (said.type) {
    case 'signed-in':
      track('SIWX_AUTH_SUCCESS', standingOf(kit, chainOf(said.account)))
      return
    case 'sign-in-failed':
      track('SIWX_AUTH_ERROR', {
        ...standingOf(kit, chainOf(said.account)),
        ...faultOf(said.error),
      })
      return
    case 'disconnect-failed':
      track('DISCONNECT_ERROR', faultOf(said.error))
      return
    case 'history-asked':
    case 'history-failed': {
      const { isSmartAccount } = standingOf(kit, chainOf(said.account))
      const about = {
        address: said.account,
        projectId: kit.options.gateway?.project,
        cursor: said.cursor ?? '',
        isSmartAccount,
      }
      if (said.type === 'history-asked') track('LOAD_MORE_TRANSACTIONS', about)
      else track('ERROR_FETCH_TRANSACTIONS', { ...about, ...faultOf(said.error) })
      return
    }
    case 'name-asked':
    case 'name-registered':
    case 'name-failed': {
      const { isSmartAccount } = standingOf(kit, chainOf(said.account))
      const about = { isSmartAccount, ensName: said.name }
      if (said.type === 'name-failed')
        track('REGISTER_NAME_ERROR', { ...about, error: said.error.code })
      else
        track(
          said.type === 'name-asked' ? 'REGISTER_NAME_INITIATED' : 'REGISTER_NAME_SUCCESS',
          about,
        )
      return
    }
    case 'call-failed': {
      const isGarbage = said.error.code === 'gateway-answer-invalid'
      fail(isGarbage ? 'DATA_PARSING_ERROR' : 'API_ERROR', {
        code: said.error.code,
        detail: `${said.path}: ${said.error.detail ?? said.error.code}`,
      })
    }
  }
}
