import { announceEvm } from './page/announce-evm.ts'
import { registerSolana } from './page/register-solana.ts'

announceEvm(window)
registerSolana(window)
