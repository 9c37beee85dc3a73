import { connect, disconnect, getAccount, signMessage, switchChain } from '@latchkey/core'
import { createKit } from '@latchkey/core/create-kit'
import { chain, evm } from '@latchkey/evm'
import { createModal } from '@latchkey/modal'
import { defineElements } from '../define-elements.ts'
import { loadPart } from './load-part.ts'
import { makeKit } from './make-kit.ts'

// Unlike every other module of the packages, this one has an effect when it is loaded: it defines
// the elements, because a page with only a `<script>` expects them to work.
defineElements({ makeKit })

export {
  chain,
  connect,
  createKit,
  createModal,
  disconnect,
  evm,
  getAccount,
  // `loadPart` is exported only for the parts of this script: the build turns each `import()` in
  // them into a call of it.
  loadPart,
  signMessage,
  switchChain,
}
