// Generated from openapi.yaml by `npm run generate`. Do not edit.

export type Path = '/v1/apps' | '/v1/recommendations' | '/v1/report' | '/v1/roas-history' | '/v1/alerts'
