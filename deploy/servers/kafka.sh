#!/bin/bash
# Runs one Kafka server, which is both broker and controller. Its files are in /data; the first start formats the
# folder.
set -eu
if [ "${1:-}" = health ]; then
  exec 3<>/dev/tcp/127.0.0.1/9092
  exit
fi
settings=/tmp/server.properties
cat >$settings <<END
process.roles=broker,controller
node.id=1
controller.quorum.bootstrap.servers=127.0.0.1:9093
listeners=PLAINTEXT://0.0.0.0:9092,CONTROLLER://127.0.0.1:9093
advertised.listeners=PLAINTEXT://${KAFKA_ADDRESS:-kafka:9092}
controller.listener.names=CONTROLLER
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs=/data/log
# the number of partitions that the services give their topics; this default applies when a fact (event) arrives before
# a service has created the topic
num.partitions=8
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=4
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
share.coordinator.state.topic.num.partitions=4
group.initial.rebalance.delay.ms=0
END
cat >/tmp/log4j2.properties <<END
appender.out.type=Console
appender.out.name=out
appender.out.layout.type=PatternLayout
appender.out.layout.pattern=[%d] %p %m (%c{1})%n
rootLogger.level=WARN
rootLogger.appenderRef.out.ref=out
END
export CLASSPATH='/opt/kafka/*'
log=-Dlog4j2.configurationFile=/tmp/log4j2.properties
if [ ! -e /data/formatted ]; then
  id=A$(head -c 15 /dev/urandom | od -An -tx1 | tr -d ' \n' | cut -c1-20)A
  java $log kafka.tools.StorageTool format --ignore-formatted --standalone -t "$id" -c $settings
  touch /data/formatted
fi
exec java $log -Xms64m "-Xmx${KAFKA_HEAP:-384m}" -XX:+UseSerialGC kafka.Kafka $settings
