/** OAuth sign-in for agents: authorization server, consent and grants. */
export { createAuthorizationServer } from './authorizationServer';
export { deleteOldOauthRecords } from './queries/oauthRecords';
export { buildChallenge, registerOAuth } from './routes';
export { oauthRequestRoutes } from './routes/oauthRequests';
