import { join } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol'
import type { Config } from '../../../base/config/schema.ts'
import type { Sql } from '../../../data/sql.ts'
import type { KeyService } from '../contract.ts'
import { awsKms } from './aws-kms.ts'
import { keyFile } from './key-file.ts'
import { hasEncryptedData } from './pepper.ts'

/**
 * Opens the configured key service: a file, by default in the data folder, or AWS KMS.
 * @throws `config-invalid`
 */
export async function openKeys(
  { file, aws }: NonNullable<Config['vault']>['keys'],
  { db, dataDir }: { readonly db: Sql; readonly dataDir: string },
): Promise<KeyService> {
  if (!aws)
    return keyFile(file ?? join(dataDir, 'vault.key'), { isBegun: await hasEncryptedData(db) })
  const { accessKeyId, secretAccessKey, ...key } = aws
  if (!accessKeyId || !secretAccessKey)
    throw new LatchkeyError('config-invalid', {
      reason: 'vault.keys.aws has no credentials',
      fix: 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    })
  return awsKms({ ...key, accessKeyId, secretAccessKey })
}
