import { recoverWallet } from '../recover-wallet.ts'
import { serveOperation } from '../serve-operation.ts'

serveOperation(recoverWallet)
