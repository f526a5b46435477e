/** Parses store addresses as operators type them. */
import { openStore } from './openStore';

describe('openStore', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

  it.each([
    ['s3://', {}, 'names no bucket'],
    ['s3://files', {}, 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed'],
    ['https://files.test', {}, 'Releases go to a folder or to s3://bucket/prefix'],
    ['s3://files', { ...keys, S3_ENDPOINT: '' }, 'S3_ENDPOINT must be an address like'],
    ['s3://files', { ...keys, AWS_ENDPOINT_URL: 'localhost:8333' }, 'AWS_ENDPOINT_URL must be an address'],
  ])('refuses %j with %j', (target, env, reason) => expect(() => openStore(target, env)).toThrow(reason));
});
