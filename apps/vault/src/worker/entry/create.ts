import { createWallet } from '../create.ts'
import { serveOperation } from '../serve.ts'

serveOperation(createWallet)
