import { serveOperation } from '../serve.ts'
import { signForSolana } from '../sign-solana.ts'

serveOperation(signForSolana)
