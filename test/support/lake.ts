import { pathToFileURL } from 'node:url'
import type { Test } from 'tap'
import { emptyDatabase } from './mariadb.ts'
import { type FakeS3, fakeS3, S3_KEYS } from './s3.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** An empty lake of a test: a shared folder, or a server that takes for S3. */
export interface TestLake {
  /** What a service of it, or a command, is started with. */
  environment: Record<string, string>
  databaseUrl: string
  /** The folder where its objects are on the disk. */
  folder: string
  s3: FakeS3 | undefined
}

/** Undefined where there is no database server. */
export async function lakeOf(
  t: Test,
  kind: 'file' | 's3',
  region?: string,
): Promise<TestLake | undefined> {
  const databaseUrl = await emptyDatabase(t)
  if (databaseUrl === undefined) return undefined
  const environment = { DATABASE_URL: databaseUrl, EXPORT_SECRET: 'a secret of these tests' }
  if (kind === 'file') {
    const folder = temporaryFolder(t, 'lake')
    return {
      environment: { ...environment, LAKE_URL: pathToFileURL(folder).href },
      databaseUrl,
      folder,
      s3: undefined,
    }
  }
  const s3 = await fakeS3(t, region)
  return {
    environment: {
      ...environment,
      LAKE_URL: 's3://bucket/some/prefix',
      LAKE_ENDPOINT: s3.endpoint,
      LAKE_REGION: s3.region,
      AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    },
    databaseUrl,
    folder: s3.path('bucket/some/prefix'),
    s3,
  }
}
