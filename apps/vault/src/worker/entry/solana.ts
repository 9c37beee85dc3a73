import { serveOperation } from '../serve-operation.ts'
import { signForSolana } from '../sign-solana.ts'

serveOperation(signForSolana)
