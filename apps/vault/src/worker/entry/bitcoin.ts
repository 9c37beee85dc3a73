import { serveOperation } from '../serve-operation.ts'
import { signForBitcoin } from '../sign-bitcoin.ts'

serveOperation(signForBitcoin)
