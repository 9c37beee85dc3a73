import { createWallet } from '../create-wallet.ts'
import { serveOperation } from '../serve-operation.ts'

serveOperation(createWallet)
