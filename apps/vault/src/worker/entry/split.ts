import { serveOperation } from '../serve-operation.ts'
import { splitWallet } from '../split-wallet.ts'

serveOperation(splitWallet)
