-- Run once on the new cluster by Patroni (post_bootstrap): the shop's role and database.
create role shop login password '{{SHOP_PASSWORD}}';
create database shop owner shop;
