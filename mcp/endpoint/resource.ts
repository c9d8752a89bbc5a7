export const MCP_PATH = '/v1/mcp'

/** Where RFC 9728, 3.1 puts the metadata of the resource `MCP_PATH`. */
export const MCP_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`

/** What the metadata tells of logins. */
export interface ResourceLogins {
  issuer: string
  /** What a client is to ask the issuer for. */
  scopes: readonly string[]
}

/** The endpoint's metadata, RFC 9728. @param baseUrl public address of the service */
export function resourceMetadata(baseUrl: string, { issuer, scopes }: ResourceLogins) {
  return {
    resource: baseUrl + MCP_PATH,
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'uascope',
    resource_documentation: `${baseUrl}/docs`,
  }
}
