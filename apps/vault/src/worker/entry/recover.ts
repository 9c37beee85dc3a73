import { recoverWallet } from '../recover.ts'
import { serveOperation } from '../serve.ts'

serveOperation(recoverWallet)
