/** Sign-in of programs by OAuth: authorization server, consent, grants. */
export { createAuthorizationServer } from './authorizationServer';
export { deleteOldOauthRecords } from './queries/oauthRecords';
export { buildChallenge as challengeOf, registerOAuth } from './routes';
export { oauthRequestRoutes } from './routes/oauthRequests';
