import { serveOperation } from '../serve.ts'
import { splitWallet } from '../split.ts'

serveOperation(splitWallet)
