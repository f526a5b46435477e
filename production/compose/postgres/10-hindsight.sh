#!/bin/sh
# Runs once, on a new cluster: creates the service account, without superuser rights, and everything that requires an administrator.
set -eu

service_password=$(cat "${SERVICE_PASSWORD_FILE:-/run/secrets/database_password}")

psql -v ON_ERROR_STOP=1 -v password="$service_password" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE hindsight_app NOLOGIN;
CREATE ROLE hindsight LOGIN PASSWORD :'password' NOSUPERUSER NOCREATEDB NOCREATEROLE;
GRANT hindsight_app TO hindsight;
CREATE DATABASE hindsight OWNER hindsight ENCODING 'UTF8' TEMPLATE template0;
\connect hindsight
ALTER SCHEMA public OWNER TO hindsight;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
SELECT count(*) > 0 AS has_vector FROM pg_available_extensions WHERE name = 'vector' \gset
\if :has_vector
CREATE EXTENSION IF NOT EXISTS vector;
\endif
SQL
