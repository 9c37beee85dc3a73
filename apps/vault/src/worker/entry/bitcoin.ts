import { serveOperation } from '../serve.ts'
import { signForBitcoin } from '../sign-bitcoin.ts'

serveOperation(signForBitcoin)
