import { connect, disconnect, getAccount, signMessage, switchChain } from '@latchkey/core'
import { createKit } from '@latchkey/core/create-kit'
import { chain, evm } from '@latchkey/evm'
import { createModal } from '@latchkey/modal'
import { defineElements } from '../define-elements.ts'
import { loadPart } from './load-part.ts'
import { makeKit } from './make-kit.ts'

// Unlike every other module of the packages, this one does something when it is loaded: a page
// with one `<script>` expects its elements to work.
defineElements({ makeKit })

export {
  chain,
  connect,
  createKit,
  createModal,
  disconnect,
  evm,
  getAccount,
  // For the parts of the script only: the build makes each of their `import()` a call of it.
  loadPart,
  signMessage,
  switchChain,
}
